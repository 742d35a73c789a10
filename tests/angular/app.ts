import { CUSTOM_ELEMENTS_SCHEMA, Component, effect, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { defineCustomElement } from 'feaas-kit/components/feaas-component';

@Component({
  selector: '#app',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <button id="change" (click)="change()">Change</button>
    <button id="away" (click)="shown.set(false)">Away</button>
    @if (shown()) {
      <feaas-component
        id="shop"
        cdn="/cdn"
        library="lib"
        component="shop"
        [data]="data()"
        (feaasRender)="tell($event)"
      />
      <feaas-component cdn="/cdn" library="lib" component="nobody" (feaasError)="tell($event)" />
    }
    <ol>
      @for (line of told(); track $index) {
        <li>{{ line }}</li>
      }
    </ol>
  `,
})
class App {
  readonly data = signal({ shop: { name: 'Lamps', wares: [{ name: 'Lantern' }, { name: 'Candle' }] } });
  readonly shown = signal(true);
  readonly told = signal<string[]>([]);

  constructor() {
    effect(() => void Object.assign(window, { given: this.data() }));
  }

  tell({ type, detail }: CustomEvent<{ source?: string; message?: string }>): void {
    this.told.update((before) => [...before, `${type} ${detail.source ?? detail.message}`]);
  }

  change(): void {
    this.data.update(({ shop }) => ({ shop: { name: 'Lights', wares: [...shop.wares, { name: 'Torch' }] } }));
  }
}

defineCustomElement();
bootstrapApplication(App).catch((error: unknown) => console.error(error));
