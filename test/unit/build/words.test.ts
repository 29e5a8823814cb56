import { expect, it } from 'vitest';
import { findLongWords } from '../../../build/words/bounds.mjs';
import { MOST_WORDS, readComments } from '../../../build/words/comments.mjs';
import { MOST_SCREEN_WORDS, readSentences } from '../../../build/words/sentences.mjs';

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
const sentence = (count: number): string => `The ${words(count - 1)}.`;
const textsOf = (source: string): string[] => readSentences('renderer/a.tsx', source).map(({ text }) => text);

it('a long sentence on screen is caught with its place, one at the bound is not, and no other folder shows any', () => {
  const text = `const short = '${sentence(MOST_SCREEN_WORDS)}';\nconst long = '${sentence(MOST_SCREEN_WORDS + 1)}';\n`;
  const { ofScreen } = findLongWords([{ path: 'renderer/a.ts', text }]);
  expect(ofScreen[0]).toMatch(/^renderer\/a\.ts:2 21 words on screen: at most 20: The word0/);
  expect(findLongWords([{ path: 'simulator/a.ts', text }]).ofScreen).toEqual([]);
});

it('a long comment is caught, of adjacent lines as one, but no notes for tools', () => {
  const halves = [words(MOST_WORDS - 20), words(21)].map((half) => `// ${half}`).join('\n');
  const { ofComments } = findLongWords([{ path: 'shared/a.ts', text: `${halves}\nconst a = 1;\n` }]);
  expect(ofComments[0]).toBe('shared/a.ts:1 comment of 46 words: at most 45');
  expect(readComments('shared/a.ts', `// oxlint-disable-next-line ${words(50)}\nconst a = 1;\n`)).toEqual([]);
});

it('two docstrings on one symbol are caught; with code between them they are not', () => {
  const stacked = (between: string) => `/** One thing. */\n${between}/** Another thing. */\nconst a = 1;\n`;
  const isCaught = (between: string) => readComments('a.ts', stacked(between)).some(({ isStacked }) => isStacked);
  expect([isCaught(''), isCaught('const b = 2;\n')]).toEqual([true, false]);
});

it('half of all texts over their bound are caught', () => {
  const text = `/** ${words(14)} */\nconst a = '${sentence(12)}';\n`;
  const { ofComments, ofScreen } = findLongWords([{ path: 'renderer/a.ts', text }]);
  expect([ofComments, ofScreen]).toEqual([
    ['half of all comments have over 14 words: at most 13'],
    ['half of all sentences on screen have over 12 words: at most 11'],
  ]);
});

it.each([
  ['a template', 'const a = `It sells ${amount} of ${name} now.`;', ['It sells … of … now.']],
  ['a concatenation', "const a = 'It sells the ' + amount + ' of it now.';", ['It sells the … of it now.']],
  ['markup', 'const a = <p>It sells <b>{amount}</b> of the position.</p>;', ['It sells of the position.']],
  [
    'markup over two lines',
    'const a = <p>\n  It sells the\n  position at once.\n</p>;',
    ['It sells the position at once.'],
  ],
  ['what is filled in', 'const a = `Now: ${is ? "it sells all of it" : ""}.`;', ['it sells all of it']],
  [
    'two sentences',
    "const a = 'It sells all of it. Then it ends at once.';",
    ['It sells all of it.', 'Then it ends at once.'],
  ],
])('the sentences of %s are read', (_case, source, texts) => {
  expect(textsOf(source)).toEqual(texts);
});

it.each([
  ['an import', "import 'some path of a module';"],
  ['an error for developers', "throw new Error('This can not happen at all.');"],
  ['a class name', 'const a = <p className="one of the many names" />;'],
  ['a label of three words', "const a = 'Sell it now';"],
])('%s is no sentence', (_case, source) => {
  expect(textsOf(source)).toEqual([]);
});
