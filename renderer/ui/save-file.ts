/** Hands the trader a text as a file to keep. The shell lets through CSV and JSON that the window itself made. */
export function saveText(fileName: string, kind: 'csv' | 'json', text: string): void {
  const type = kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken hold of the data by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
