/** Gives an element the class of what holds content (E3). Adding it again would be told to all who watch the page. */
export function markContent({ classList }: Element): void {
  if (!classList.contains('-feaas')) classList.add('-feaas');
}
