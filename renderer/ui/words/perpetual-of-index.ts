/** The perpetual whose ticker carries the price of an index: `btc_usd` is in that of BTC-PERPETUAL. */
export function perpetualOfIndex(index: string): string {
  const [base = '', quote = ''] = index.toUpperCase().split('_');
  return quote === 'USD' ? `${base}-PERPETUAL` : `${base}_${quote}-PERPETUAL`;
}
