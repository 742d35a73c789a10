import { Component, Element, Prop } from '@stencil/core';
import { attachShadowContent } from '../../utils/element/shadow';
import css from './feaas-loader.css';

/**
 * Covers its nearest positioned ancestor while something loads. Hide it with the `hidden` attribute; it fades.
 *
 * @part backdrop - What covers the content.
 * @part spinner - The turning ring.
 * @cssprop --feaas-loader-size - Diameter of the ring, 48px by default.
 * @cssprop --feaas-fade - Duration of the fade, 0.3s by default.
 */
@Component({ tag: 'feaas-loader', shadow: true })
export class FeaasLoader {
  private backdrop?: HTMLElement;

  @Element() host!: HTMLElement;

  /** Opacity of the backdrop, from 0 to 1. */
  @Prop() opacity: number | string = 1;

  connectedCallback(): void {
    if (this.backdrop) return;
    const { host } = this;
    if (!host.hasAttribute('role')) host.setAttribute('role', 'status');
    if (!host.hasAttribute('aria-label')) host.setAttribute('aria-label', 'Loading');
    [this.backdrop] = attachShadowContent(host, css, 'div backdrop', 'div spinner');
    this.dim(this.opacity);
  }

  /** The runtime has nothing to update. */
  componentShouldUpdate(opacity: number | string): boolean {
    this.dim(opacity);
    return false;
  }

  /** @param opacity null where its attribute is gone. */
  private dim(opacity: number | string | null): void {
    this.backdrop!.style.opacity = String(opacity ?? 1);
  }
}
