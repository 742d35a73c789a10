/** A button on each block of code that copies it. */

const SHOWN_FOR = 2000;

/** Where the browser gives no clipboard, as on a page without HTTPS, the code is selected: a key copies it. */
async function copy(pre: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(pre.textContent!);
    return 'Copied';
  } catch {
    getSelection()?.selectAllChildren(pre);
    return 'Not copied. Press Ctrl C or ⌘C to copy the selected code.';
  }
}

function buttonOf(pre: HTMLElement, announcement: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code__copy';
  button.textContent = 'Copy';
  const title = pre.closest('.code')?.querySelector('figcaption, summary')?.textContent;
  button.setAttribute('aria-label', title ? `Copy ${title}` : 'Copy code');
  let timer = 0;
  button.addEventListener('click', async () => {
    const said = await copy(pre);
    const isCopied = said === 'Copied';
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl C';
    // The same words again are news, too.
    announcement.textContent = '';
    clearTimeout(timer);
    setTimeout(() => (announcement.textContent = said), 50);
    timer = window.setTimeout(() => (button.textContent = 'Copy'), SHOWN_FOR);
  });
  return button;
}

export function setUpCopying(): void {
  const announcement = document.getElementById('announcement')!;
  for (const pre of document.querySelectorAll<HTMLElement>('.code > pre')) {
    const place = document.createElement('div');
    place.className = 'code__block';
    pre.replaceWith(place);
    // Before the code, as it is seen: who reads by ear hears of it in time.
    place.append(buttonOf(pre, announcement), pre);
  }
}
