/** What reaches others past the page's policy, which says nothing of it; and what belongs to that. */
const UNRULED = /^(?:webkit)?RTC|^WebTransport/u;

/** Takes from a page what it could reach others with past its policy. */
export function mutePage(page: object): void {
  for (const name of Object.getOwnPropertyNames(page)) if (UNRULED.test(name)) Reflect.deleteProperty(page, name);
}
