import { createServer } from 'node:http';

/**
 * The clients' baseline: replies to all with one recorded ticker. A child process that sends its port, then accepted
 * connections on any message.
 */
const TICKER = {
  timestamp: 1_789_939_037_426,
  state: 'open',
  stats: { high: 97_800.5, low: 95_210, price_change: 1.2716, volume: 7_871.02139035, volume_usd: 284_061_480 },
  index_price: 97_404.51,
  instrument_name: 'BTC-PERPETUAL',
  last_price: 97_410.5,
  settlement_price: 96_851.93,
  min_price: 95_949.33,
  max_price: 98_871.92,
  open_interest: 912_412_350,
  mark_price: 97_409.87,
  best_bid_price: 97_410,
  best_bid_amount: 42_310,
  best_ask_price: 97_410.5,
  best_ask_amount: 118_050,
  interest_value: 0.19497798626254922,
  current_funding: 0.0000211,
  funding_8h: 0.00003109,
  estimated_delivery_price: 97_404.51,
};
const RESULT = JSON.stringify(TICKER);

let connections = 0;
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number };
    const text = `{"jsonrpc":"2.0","id":${id},"result":${RESULT},"usIn":1789939037426000,"usOut":1789939037426100,"usDiff":100}`;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  });
});
server.on('connection', () => {
  connections += 1;
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port });
});
process.on('message', () => process.send?.({ connections }));
process.on('disconnect', () => process.exit(0));
