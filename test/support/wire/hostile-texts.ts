/** What a hostile text would call if any of it were run. */
export const ALARM = 'hostileRan';
/** The attribute that a hostile element would carry if any were made. */
export const MARK = 'data-hostile';

const CALL = `window.${ALARM}=1`;

const HANDLERS = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'onanimationstart',
  'ontoggle',
  'onpointerenter',
];
const ELEMENTS = [
  'img src=x',
  'svg',
  'body',
  'iframe src=x',
  'video src=x',
  'audio src=x',
  'input autofocus',
  'details open',
  'object data=x',
  'embed src=x',
  'marquee',
  'math',
];
const WRAPPERS: readonly ((inside: string) => string)[] = [
  (inside) => inside,
  (inside) => `"><${inside.slice(1)}`,
  (inside) => `'>${inside}`,
];
const WHOLE: readonly string[] = [
  `<script ${MARK}>${CALL}</script>`,
  `</script><script ${MARK}>${CALL}</script>`,
  `</title><script ${MARK}>${CALL}</script>`,
  `</textarea><script ${MARK}>${CALL}</script>`,
  `<!--><script ${MARK}>${CALL}</script>-->`,
  `<![CDATA[<script ${MARK}>${CALL}</script>]]>`,
  `<scr<script>ipt ${MARK}>${CALL}</script>`,
  `<a ${MARK} href="javascript:${CALL}">sell</a>`,
  `<a ${MARK} href="https://evil.invalid/">order</a>`,
  `<form ${MARK} action="https://evil.invalid/"><button>OK</button></form>`,
  `<base ${MARK} href="https://evil.invalid/">`,
  `<link ${MARK} rel=stylesheet href="https://evil.invalid/a.css">`,
  `<meta ${MARK} http-equiv=refresh content="0;url=https://evil.invalid/">`,
  `<style ${MARK}>*{display:none}</style>`,
  `<template ${MARK} shadowrootmode=open><img src=x></template>`,
  `<div ${MARK} style="position:fixed;inset:0;background:red">SOLD</div>`,
  `javascript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `&lt;img ${MARK} src=x onerror=${CALL}&gt;`,
  `&#60;img ${MARK} src=x onerror=${CALL}&#62;`,
  `%3Cimg%20${MARK}%20src=x%20onerror=${CALL}%3E`,
  `\\u003cimg ${MARK} src=x onerror=${CALL}\\u003e`,
  `{{constructor.constructor('${CALL}')()}}`,
  '${' + CALL + '}',
  `#{${CALL}}`,
  `<%= ${CALL} %>`,
  `=HYPERLINK("https://evil.invalid/","${MARK}")`,
  `=cmd|'/C calc'!A0`,
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '-0',
  '1e400',
  '../../../etc/passwd',
  '%00%zz',
  `'; DROP TABLE intents; --`,
  `" OR ""="`,
  '$(reboot)',
  '`reboot`',
  '|| reboot',
  'a\u0000b',
  'a\tb',
  'a\nb',
  'a\r\nb',
  'a\u001b[31mb',
  'a\u0007b',
  'sell\u202e000,1 yub',
  '\u2066buy\u2069',
  '\u200bBTC\u200b',
  'BTC\u200d-PERPETUAL',
  '\ufeffBTC',
  'a\u2028b',
  'a\u2029b',
  'a\u00adb',
  '\u{e0041}\u{e0042}',
  'ВТС-PERPETUAL',
  'Z\u0351\u036b\u0343\u036a\u0302\u036b',
  '💥'.repeat(20),
  'W'.repeat(150),
  '٣٤٥',
  '０．５',
];

/** Texts by which a service or user might become part of the page. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...new Set([
    ...WHOLE,
    ...ELEMENTS.flatMap((element) =>
      HANDLERS.flatMap((handler, index) => {
        const wrap = WRAPPERS[index % WRAPPERS.length] ?? ((inside: string) => inside);
        const plain = `<${element} ${MARK} ${handler}=${CALL}>`;
        return index % 2 === 0 ? [wrap(plain), wrap(`<${element}/${MARK}/${handler}="${CALL}"//`)] : [wrap(plain)];
      }),
    ),
    ...ELEMENTS.flatMap((element) => [
      `<${element.toUpperCase()} ${MARK} ONERROR=${CALL}>`,
      `<${element}\n${MARK}\nonload=${CALL}>`,
      `<x ${MARK}><${element} onerror&#61;${CALL}>`,
      `<svg ${MARK}><foreignObject><${element} onload=${CALL}></foreignObject></svg>`,
      `<noscript><p title="</noscript><${element} ${MARK} onerror=${CALL}>">`,
      `<math ${MARK}><mtext><table><mglyph><style><${element} onerror=${CALL}>`,
      `\u202e<${element} ${MARK} onload=${CALL}>`,
      `<${element} ${MARK} style="behavior:url(x)" onblur=${CALL}>`,
    ]),
  ]),
];
