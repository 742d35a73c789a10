/** `/customizations.html`: lists the customizations of a library, for callers with permission to read and reset them. */
import { openLibraryPage } from './library-page';
import { findElement } from './signed-in-page';

const select = findElement<HTMLSelectElement>('library');

const { setParameter, show } = await openLibraryPage({
  ...{ title: 'forks.title', none: 'forks.none', failed: 'forks.failed' },
  onLoad(libraries, parameters) {
    const wanted = select.value || parameters.get('library');
    select.replaceChildren(...libraries.map(({ id }) => new Option(id, id)));
    if (libraries.some(({ id }) => id === wanted)) select.value = wanted!;
  },
  choose: (libraries) => libraries.find(({ id }) => id === select.value),
  importScript: () => import('/customizations.js'),
});

select.addEventListener('change', () => {
  setParameter('library', select.value);
  void show();
});
