/** The outline of a page: open if there is room, with the current section marked. */

/** The same width as in docs.css. */
const HAS_ROOM = matchMedia('(width >= 80rem)');

/** Fraction of the window's height above which a heading counts as reached. */
const REACHED = 0.3;

export function highlightCurrentSection(): void {
  const outline = document.querySelector<HTMLElement>('.docs__toc');
  if (!outline) return;
  const details = outline.querySelector('details')!;
  const links = [...outline.querySelectorAll<HTMLAnchorElement>('a')];
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1)))!);

  const open = (): void => {
    details.open = HAS_ROOM.matches;
  };
  open();
  HAS_ROOM.addEventListener('change', open);
  outline.addEventListener('click', ({ target }) => {
    // On a narrow page, the open outline would cover the chosen section.
    if ((target as Element).closest('a') && !HAS_ROOM.matches) details.open = false;
  });

  function mark(): void {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    const left = scrollHeight - scrollTop - clientHeight;
    // The last headings cannot scroll that far, so the line moves down at the end of the page.
    const line = clientHeight * REACHED + Math.max(clientHeight * (1 - REACHED) - left, 0);
    const tops = headings.map((heading) => heading.getBoundingClientRect().top);
    const reached = tops.filter((top) => top <= line).length - 1;
    // At the end of the page, the section of the address takes precedence if it is visible.
    const chosen = links.findIndex(({ hash }) => hash === location.hash);
    const at = left < 2 && chosen >= 0 && tops[chosen]! >= 0 ? chosen : reached;
    const current = links[at];
    if (current?.hasAttribute('aria-current')) return;
    for (const link of links) link.removeAttribute('aria-current');
    if (!current) return;
    current.setAttribute('aria-current', 'location');
    const { offsetTop, offsetHeight } = current;
    const isSeen =
      offsetTop >= outline!.scrollTop && offsetTop + offsetHeight <= outline!.scrollTop + outline!.clientHeight;
    if (!isSeen) outline!.scrollTop = offsetTop - outline!.clientHeight / 2;
  }
  let isWaiting = false;
  const soon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      mark();
    });
  };
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon);
  addEventListener('hashchange', soon);
  mark();
}
