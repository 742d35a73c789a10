/** Makes tables and code blocks focusable only while they are scrollable, to limit the number of tab stops. */
export function makeScrollableFocusable(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const each of document.querySelectorAll('.docs__main :is(.table, pre)')) observer.observe(each);
}
