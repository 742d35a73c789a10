/* eslint-disable */
/**
 * Types of the data of content components, out of their templates and the samples of data sources.
 * Generated; do not edit. After a change of the content run: npx feaas types host/library/aurora --out examples/storybook/src/feaas-content.d.ts
 */
/** A value that may be missing: the template then shows its own text. */
type Maybe<Value> = Value | false | null | undefined;
/** A rich-text document. */
interface RichText { readonly type: string; readonly content?: readonly unknown[]; readonly attrs?: unknown }
/** A value that is displayed as content. */
type Text = string | number | RichText;

/** Data source `news` of library `aurora`. */
export type AuroraNews = {
  eyebrow?: Maybe<string>;
  items?: Maybe<readonly {
    date?: Maybe<string>;
    lead?: Maybe<string | RichText>;
    tags?: Maybe<readonly {
      label?: Maybe<string>;
    }[]>;
    title?: Maybe<string>;
  }[]>;
  note?: Maybe<string>;
  title?: Maybe<string>;
};

/** Data source `products` of library `aurora`. */
export type AuroraProducts = {
  empty?: Maybe<Text>;
  eyebrow?: Maybe<string>;
  items?: Maybe<readonly {
    alt?: Maybe<string>;
    href?: Maybe<string>;
    id?: Maybe<string>;
    image?: Maybe<string>;
    name?: Maybe<string>;
    nights?: Maybe<string>;
    notice?: Maybe<string>;
    place?: Maybe<string>;
    price?: Maybe<string>;
    summary?: Maybe<string>;
    tags?: Maybe<readonly {
      label?: Maybe<string>;
    }[]>;
  }[]>;
  note?: Maybe<string>;
  title?: Maybe<string>;
};

/** Data source `site` of library `aurora`. */
export type AuroraSite = {
  cta?: Maybe<{
    primary?: Maybe<string>;
    secondary?: Maybe<string>;
    text?: Maybe<string>;
    title?: Maybe<string>;
  }>;
  faq?: Maybe<{
    eyebrow?: Maybe<string>;
    items?: Maybe<readonly {
      answer?: Maybe<string | RichText>;
      open?: Maybe<boolean>;
      question?: Maybe<string>;
    }[]>;
    note?: Maybe<Text>;
    title?: Maybe<string>;
  }>;
  features?: Maybe<{
    eyebrow?: Maybe<Text>;
    items?: Maybe<readonly {
      text?: Maybe<Text>;
      title?: Maybe<Text>;
    }[]>;
    lead?: Maybe<Text>;
    title?: Maybe<Text>;
  }>;
  footer?: Maybe<{
    about?: Maybe<string>;
    house?: Maybe<{
      contact?: Maybe<string>;
      journal?: Maybe<string>;
      observatory?: Maybe<string>;
      title?: Maybe<string>;
    }>;
    small?: Maybe<string>;
    travel?: Maybe<{
      faq?: Maybe<string>;
      prices?: Maybe<string>;
      title?: Maybe<string>;
      trips?: Maybe<string>;
    }>;
    visit?: Maybe<{
      address?: Maybe<string>;
      title?: Maybe<string>;
    }>;
  }>;
  gallery?: Maybe<{
    eyebrow?: Maybe<string>;
    items?: Maybe<readonly {
      alt?: Maybe<string>;
      caption?: Maybe<string>;
      date?: Maybe<string>;
      height?: Maybe<number>;
      image?: Maybe<string>;
      width?: Maybe<number>;
    }[]>;
    note?: Maybe<string>;
    title?: Maybe<string>;
  }>;
  hero?: Maybe<{
    eyebrow?: Maybe<string>;
    image?: Maybe<string>;
    lead?: Maybe<string>;
    primary?: Maybe<string>;
    secondary?: Maybe<string>;
    sky?: Maybe<{
      activity?: Maybe<string>;
      activityLabel?: Maybe<string>;
      cloud?: Maybe<string>;
      cloudLabel?: Maybe<string>;
      dark?: Maybe<string>;
      darkLabel?: Maybe<string>;
    }>;
    title?: Maybe<string>;
  }>;
  nav?: Maybe<{
    book?: Maybe<string>;
    close?: Maybe<string>;
    faq?: Maybe<string>;
    journal?: Maybe<string>;
    label?: Maybe<string>;
    language?: Maybe<string>;
    menu?: Maybe<string>;
    observatory?: Maybe<string>;
    prices?: Maybe<string>;
    trips?: Maybe<string>;
  }>;
  notice?: Maybe<{
    active?: Maybe<boolean>;
    link?: Maybe<string>;
    text?: Maybe<string>;
  }>;
  pricing?: Maybe<{
    eyebrow?: Maybe<string>;
    note?: Maybe<string>;
    plans?: Maybe<readonly {
      action?: Maybe<string>;
      featured?: Maybe<string>;
      features?: Maybe<readonly {
        label?: Maybe<string>;
      }[]>;
      name?: Maybe<string>;
      price?: Maybe<string>;
      summary?: Maybe<string>;
      unit?: Maybe<string>;
    }[]>;
    title?: Maybe<string>;
  }>;
  stats?: Maybe<{
    items?: Maybe<readonly {
      label?: Maybe<string>;
      value?: Maybe<string>;
    }[]>;
    title?: Maybe<string>;
  }>;
  testimonials?: Maybe<{
    eyebrow?: Maybe<string>;
    items?: Maybe<readonly {
      name?: Maybe<string>;
      quote?: Maybe<string>;
      trip?: Maybe<string>;
    }[]>;
    title?: Maybe<string>;
  }>;
};

declare global {
  interface FeaasContent {
    aurora: {
      "call-to-action": {
        site?: Maybe<AuroraSite>;
      };
      faq: {
        site?: Maybe<AuroraSite>;
      };
      "feature-grid": {
        site?: Maybe<AuroraSite>;
      };
      footer: {
        site?: Maybe<AuroraSite>;
      };
      gallery: {
        site?: Maybe<AuroraSite>;
      };
      header: {
        site?: Maybe<AuroraSite>;
      };
      hero: {
        site?: Maybe<AuroraSite>;
      };
      "news-list": {
        news?: Maybe<AuroraNews>;
      };
      "opening-notice": {
        site?: Maybe<AuroraSite>;
      };
      pricing: {
        site?: Maybe<AuroraSite>;
      };
      "product-cards": {
        products?: Maybe<AuroraProducts>;
      };
      statistics: {
        site?: Maybe<AuroraSite>;
      };
      testimonials: {
        site?: Maybe<AuroraSite>;
      };
    };
  }
}
export {};
