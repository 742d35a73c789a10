/** Adds a copy button to each code block. */

const SHOWN_FOR = 2000;

/** Copies the code. Without clipboard access, as on a page without HTTPS, selects it for the keyboard shortcut. */
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
    // Clears the text first, so that a repeated message is announced again.
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
    // The button is before the code, so that screen reader users reach it first.
    place.append(buttonOf(pre, announcement), pre);
  }
}
