import { MEDIAN_WORDS, MOST_WORDS, readComments } from './comments.mjs';
import { MEDIAN_SCREEN_WORDS, MOST_SCREEN_WORDS, readSentences } from './sentences.mjs';

/** Whatever a window can show is written in these folders. */
const ON_SCREEN = /^renderer\/|^shared\/journal\//u;

/**
 * Comments and sentences on screen that are longer than people read, a line for each.
 * @param {readonly { path: string, text: string }[]} files
 * @returns {{ ofComments: string[], ofScreen: string[], figures: string }}
 */
export function findLongWords(files) {
  const comments = files.flatMap(({ path, text }) => readComments(path, text).map((comment) => ({ path, ...comment })));
  const sentences = files
    .filter(({ path }) => ON_SCREEN.test(path))
    .flatMap(({ path, text }) => readSentences(path, text).map((sentence) => ({ path, ...sentence })));
  const ofComments = [
    ...comments
      .filter(({ words }) => words > MOST_WORDS)
      .map(({ path, line, words }) => `${path}:${line} comment of ${words} words: at most ${MOST_WORDS}`),
    ...comments
      .filter(({ isStacked }) => isStacked)
      .map(({ path, line }) => `${path}:${line} a second docstring for one symbol: make them one`),
  ];
  const ofScreen = sentences
    .filter(({ words }) => words > MOST_SCREEN_WORDS)
    .map(
      ({ path, line, words, text }) =>
        `${path}:${line} ${words} words on screen: at most ${MOST_SCREEN_WORDS}: ${text}`,
    );
  const [half, halfOnScreen] = [median(comments), median(sentences)];
  if (half > MEDIAN_WORDS) ofComments.push(`half of all comments have over ${half} words: at most ${MEDIAN_WORDS}`);
  if (halfOnScreen > MEDIAN_SCREEN_WORDS)
    ofScreen.push(`half of all sentences on screen have over ${halfOnScreen} words: at most ${MEDIAN_SCREEN_WORDS}`);
  const figures = `${comments.length} comments, median ${half}; ${sentences.length} sentences, median ${halfOnScreen}`;
  return { ofComments, ofScreen, figures };
}

/** @param {readonly { words: number }[]} texts */
function median(texts) {
  const words = texts.map((text) => text.words).toSorted((a, b) => a - b);
  return words[Math.floor(words.length / 2)] ?? 0;
}
