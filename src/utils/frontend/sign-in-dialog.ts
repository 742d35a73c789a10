/** A dialog that offers to sign in if no window can open by itself: without a click, or if the browser blocks it. */
import { languageOf } from '../template/content-model';

interface Texts {
  readonly title: string;
  readonly text: (host: string) => string;
  readonly blocked: string;
  readonly signIn: string;
  readonly cancel: string;
}

const ENGLISH: Texts = {
  title: 'Sign in to edit',
  text: (host) => `A window of ${host} opens. You keep your changes.`,
  blocked: 'The browser blocked the window. Allow pop-up windows for this page, then try again.',
  signIn: 'Sign in',
  cancel: 'Cancel',
};
const TEXTS: Readonly<Record<string, Texts>> = Object.freeze({
  en: ENGLISH,
  de: {
    title: 'Zum Bearbeiten anmelden',
    text: (host) => `Ein Fenster von ${host} öffnet sich. Ihre Änderungen bleiben erhalten.`,
    blocked:
      'Der Browser hat das Fenster blockiert. Erlauben Sie Pop-up-Fenster für diese Seite und versuchen Sie es erneut.',
    signIn: 'Anmelden',
    cancel: 'Abbrechen',
  },
  ja: {
    title: '編集するにはサインインしてください',
    text: (host) => `${host} のウィンドウが開きます。変更内容は保持されます。`,
    blocked: 'ブラウザーがウィンドウをブロックしました。このページのポップアップを許可して、もう一度お試しください。',
    signIn: 'サインイン',
    cancel: 'キャンセル',
  },
  ar: {
    title: 'سجّل الدخول للتحرير',
    text: (host) => `ستُفتح نافذة من \u2068${host}\u2069. ستبقى تغييراتك محفوظة.`,
    blocked: 'حظر المتصفح النافذة. اسمح بالنوافذ المنبثقة لهذه الصفحة، ثم حاول مرة أخرى.',
    signIn: 'تسجيل الدخول',
    cancel: 'إلغاء',
  },
});

/** The page's styles do not apply in its shadow root, and even the strictest policy allows a constructed style sheet. */
const STYLES = `:host{all:initial}
dialog{box-sizing:border-box;inline-size:min(26rem,calc(100vw - 32px));padding:20px;border:1px solid #cbd5e1;border-radius:10px;background:#fff;color:#0f172a;font:400 15px/1.5 system-ui,sans-serif;box-shadow:0 10px 30px rgb(15 23 42/.25)}
dialog::backdrop{background:rgb(15 23 42/.4)}
h2{margin:0 0 6px;font:600 18px/1.3 system-ui,sans-serif}
p{margin:0 0 16px;overflow-wrap:anywhere}
div{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px}
button{min-block-size:36px;padding:0 16px;border:1px solid #94a3b8;border-radius:6px;background:none;color:inherit;font:500 15px/1 system-ui,sans-serif;cursor:pointer}
button.-main{border-color:#2563eb;background:#2563eb;color:#fff}
button:focus-visible{outline:2px solid #2563eb;outline-offset:2px}
@media (prefers-color-scheme:dark){dialog{border-color:#475569;background:#1e293b;color:#f1f5f9}button{border-color:#64748b}button.-main{border-color:#60a5fa;background:#60a5fa;color:#0b1220}button:focus-visible{outline-color:#93c5fd}}
@media (forced-colors:active){button:focus-visible{outline-color:Highlight}}`;

function dialogLanguage(element: Element): string {
  const language = languageOf(element)?.split('-')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(TEXTS, language) ? language : 'en';
}

/**
 * Offers to open the window of a host.
 * @param open opens it; undefined if the browser blocks it
 * @returns what was opened; undefined if the dialog was canceled
 */
export function offerSignIn<Opened>(
  context: Element,
  host: string,
  open: () => Opened | undefined,
): Promise<Opened | undefined> {
  const language = dialogLanguage(context);
  const texts = TEXTS[language] ?? ENGLISH;
  const container = document.createElement('div');
  const root = container.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  const add = <Name extends keyof HTMLElementTagNameMap>(
    parent: ParentNode,
    name: Name,
    text = '',
  ): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const dialog = add(root, 'dialog');
  dialog.lang = language;
  dialog.dir = language === 'ar' ? 'rtl' : 'ltr';
  const title = add(dialog, 'h2', texts.title);
  const text = add(dialog, 'p', texts.text(new URL(host).host));
  for (const [element, id] of [
    [title, 'title'],
    [text, 'text'],
  ] as const)
    element.id = id;
  text.setAttribute('role', 'status');
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.setAttribute('aria-describedby', text.id);
  const buttons = add(dialog, 'div');
  const cancel = add(buttons, 'button', texts.cancel);
  const signIn = add(buttons, 'button', texts.signIn);
  signIn.className = '-main';
  signIn.autofocus = true;
  // Outside of the body, it does not affect the page's rules for first, last or adjacent elements.
  document.documentElement.append(container);
  return new Promise((resolve) => {
    let opened: Opened | undefined;
    cancel.addEventListener('click', () => dialog.close());
    signIn.addEventListener('click', () => {
      opened = open();
      if (opened === undefined) text.textContent = texts.blocked;
      else dialog.close();
    });
    dialog.addEventListener('close', () => {
      container.remove();
      resolve(opened);
    });
    dialog.showModal();
  });
}
