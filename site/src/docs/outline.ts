/** The outline of a page: open where there is room beside the text, and marking the section that is read. */

/** As in docs.css. */
const HAS_ROOM = matchMedia('(width >= 80rem)');

/** Part of the window, from above, in which a heading counts as reached. */
const REACHED = 0.3;

export function followOutline(): void {
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
    // On a narrow page the outline is in the way of what was chosen.
    if ((target as Element).closest('a') && !HAS_ROOM.matches) details.open = false;
  });

  function mark(): void {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    const left = scrollHeight - scrollTop - clientHeight;
    // The last headings never come that far: towards the end of the page the line goes down to them.
    const line = clientHeight * REACHED + Math.max(clientHeight * (1 - REACHED) - left, 0);
    const tops = headings.map((heading) => heading.getBoundingClientRect().top);
    const reached = tops.filter((top) => top <= line).length - 1;
    // Of several on the last screen the chosen one is read.
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
