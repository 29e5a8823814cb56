/**
 * Observations over time. Version 1: tickers, a series an instrument. Version 2: account summaries, a series a
 * currency, and own trades.
 */
export const RECORDING_MIGRATIONS = [
  `CREATE TABLE series (
     series_id INTEGER PRIMARY KEY,
     service TEXT NOT NULL,
     instrument_name TEXT NOT NULL,
     thinned_first INTEGER NOT NULL DEFAULT 0,
     thinned_second INTEGER NOT NULL DEFAULT 0,
     UNIQUE (service, instrument_name)
   ) STRICT;
   CREATE TABLE points (
     series_id INTEGER NOT NULL REFERENCES series (series_id) ON DELETE CASCADE,
     at INTEGER NOT NULL,
     after_gap INTEGER NOT NULL,
     mark TEXT,
     index_price TEXT,
     bid TEXT,
     ask TEXT,
     mark_iv TEXT,
     PRIMARY KEY (series_id, at)
   ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE account_series (
     series_id INTEGER PRIMARY KEY,
     service TEXT NOT NULL,
     currency TEXT NOT NULL,
     thinned_first INTEGER NOT NULL DEFAULT 0,
     thinned_second INTEGER NOT NULL DEFAULT 0,
     UNIQUE (service, currency)
   ) STRICT;
   CREATE TABLE account_points (
     series_id INTEGER NOT NULL REFERENCES account_series (series_id) ON DELETE CASCADE,
     at INTEGER NOT NULL,
     after_gap INTEGER NOT NULL,
     equity TEXT,
     margin_balance TEXT,
     initial_margin TEXT,
     maintenance_margin TEXT,
     delta_total TEXT,
     options_delta TEXT,
     options_gamma TEXT,
     options_vega TEXT,
     options_theta TEXT,
     PRIMARY KEY (series_id, at)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE account_fills (
     service TEXT NOT NULL,
     intent_id TEXT NOT NULL,
     filled TEXT NOT NULL,
     at INTEGER NOT NULL,
     currency TEXT NOT NULL,
     instrument_name TEXT NOT NULL,
     label TEXT NOT NULL,
     direction TEXT NOT NULL,
     amount TEXT NOT NULL,
     PRIMARY KEY (service, intent_id, filled)
   ) STRICT, WITHOUT ROWID`,
] as const;
