/** With `?lang=de`, shows the site in German: the same components with another data source. */

const TRANSLATED = ['de'];
/** Components without a translation get `lang="en"` for screen readers. */
const ENGLISH_ONLY = ['product-cards', 'news-list'];

export function chooseLanguage(): void {
  const language = new URLSearchParams(location.search).get('lang') ?? 'en';
  if (!TRANSLATED.includes(language)) return;
  document.documentElement.lang = language;
  for (const own of document.querySelectorAll('.toolbar, .skip-link')) own.setAttribute('lang', 'en');
  for (const component of document.querySelectorAll('feaas-component')) {
    const data = component.getAttribute('data');
    if (ENGLISH_ONLY.includes(component.getAttribute('component') ?? '')) component.setAttribute('lang', 'en');
    else if (data) component.setAttribute('data', data.replace('/api/site.json', `/api/site-${language}.json`));
  }
}
