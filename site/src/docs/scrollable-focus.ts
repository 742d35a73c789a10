/** Tables and code are stops of the Tab key only while they scroll: a page has many of them. */
export function makeScrollableFocusable(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const each of document.querySelectorAll('.docs__main :is(.table, pre)')) observer.observe(each);
}
