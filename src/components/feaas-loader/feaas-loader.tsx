import { Component, Element, h, Host, Prop } from '@stencil/core';

/**
 * Covers its nearest positioned ancestor while something loads. Hide it with the `hidden` attribute; it fades.
 *
 * @part backdrop - The cover of the content.
 * @part spinner - The turning ring.
 * @cssprop --feaas-loader-size - Diameter of the ring, 48px by default.
 * @cssprop --feaas-fade - Duration of the fade, 0.3s by default.
 */
@Component({ tag: 'feaas-loader', styleUrl: 'feaas-loader.css', shadow: true })
export class FeaasLoader {
  private role!: string;
  private label!: string;

  @Element() element!: HTMLElement;

  /** Opacity of the backdrop, from 0 to 1. */
  @Prop() opacity = 1;

  componentWillLoad(): void {
    // Attributes of the page take precedence.
    this.role = this.element.getAttribute('role') ?? 'status';
    this.label = this.element.getAttribute('aria-label') ?? 'Loading';
  }

  render(): unknown {
    return (
      <Host role={this.role} aria-label={this.label}>
        {/* Removing the attribute sets null. */}
        <div part="backdrop" style={{ opacity: String(this.opacity ?? 1) }}></div>
        <div part="spinner"></div>
      </Host>
    );
  }
}
