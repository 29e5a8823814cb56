/**
 * Puts a text on the clipboard, by the event of copying: the window has no permission to write there otherwise. Only
 * works while a press or key is being handled.
 */
export function copyText(text: string): void {
  const handle = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', handle, { capture: true, once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', handle, { capture: true });
}
