import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, isDevMode } from '@angular/core';
import { HOST } from './content-host';
import { startEditing } from './editing';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <feaas-context library="my-library" cdn="${HOST}/cdn" frontend="${HOST}">
      <main>
        <feaas-component component="welcome" [data]="news" />
      </main>
    </feaas-context>
  `,
})
export class App {
  protected readonly news = { news: { url: `${HOST}/api/my-library/news.json` } };

  constructor() {
    afterNextRender(() => {
      if (isDevMode()) void startEditing(HOST);
    });
  }
}
