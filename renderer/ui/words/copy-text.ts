/** Puts text on the clipboard. False where the host does not let it. The clipboard's own API is a permission, which hosts deny. */
export function copyText(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.className = 'visually-hidden';
  const before = document.activeElement;
  document.body.append(holder);
  holder.select();
  const isCopied = document.execCommand('copy');
  holder.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
