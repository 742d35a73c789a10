import { Component, Element, Prop, Watch } from '@stencil/core';

/**
 * Covers its nearest positioned ancestor while something loads. Hide it with the `hidden` attribute; it fades.
 *
 * @part backdrop - What covers the content.
 * @part spinner - The turning ring.
 * @cssprop --feaas-loader-size - Diameter of the ring, 48px by default.
 * @cssprop --feaas-fade - Duration of the fade, 0.3s by default.
 */
@Component({ tag: 'feaas-loader', styleUrl: 'feaas-loader.css', shadow: true })
export class FeaasLoader {
  private backdrop?: HTMLElement;

  @Element() host!: HTMLElement;

  /** Opacity of the backdrop, from 0 to 1. */
  @Prop() opacity = 1;

  @Watch('opacity')
  protected opacityChanged(): void {
    if (this.backdrop) this.backdrop.style.opacity = String(this.opacity);
  }

  connectedCallback(): void {
    if (this.backdrop) return;
    const { host } = this;
    if (!host.hasAttribute('role')) host.setAttribute('role', 'status');
    if (!host.hasAttribute('aria-label')) host.setAttribute('aria-label', 'Loading');
    this.backdrop = document.createElement('div');
    this.backdrop.setAttribute('part', 'backdrop');
    const spinner = document.createElement('div');
    spinner.setAttribute('part', 'spinner');
    host.shadowRoot!.append(this.backdrop, spinner);
    this.opacityChanged();
  }
}
