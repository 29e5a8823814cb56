/** Hands the trader a text as a file to keep. The shell lets through CSV that the window itself made, and nothing else. */
export function saveCsv(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken hold of the data by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
