/** The page's settings: theme, color scheme and direction. They are stored if the browser allows it. */

const THEMES = ['aurora', 'dusk', 'paper'];

interface Settings {
  theme: string;
  scheme: string;
  rtl: string;
}
const DEFAULTS: Settings = { theme: 'aurora', scheme: 'auto', rtl: '' };

/** Private windows and strict settings forbid storage. The page works without it. */
function remembered(name: keyof Settings): string {
  try {
    return localStorage.getItem(`aurora-${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

function remember(name: keyof Settings, value: string): void {
  try {
    localStorage.setItem(`aurora-${name}`, value);
  } catch {
    // the setting is not stored
  }
}

const apply: Record<keyof Settings, (value: string) => void> = {
  theme: (theme) => {
    for (const each of THEMES) document.body.classList.toggle(`-theme--${each}`, each === theme);
  },
  scheme: (scheme) => {
    const { dataset } = document.documentElement;
    if (scheme === 'auto') delete dataset['scheme'];
    else dataset['scheme'] = scheme;
  },
  rtl: (rtl) => {
    document.documentElement.dir = rtl ? 'rtl' : 'ltr';
  },
};

function bind(name: keyof Settings): void {
  const control = document.getElementById(name);
  const value = remembered(name);
  apply[name](value);
  if (control instanceof HTMLSelectElement) control.value = value;
  if (control instanceof HTMLInputElement) control.checked = value !== '';
  control?.addEventListener('change', () => {
    const chosen =
      control instanceof HTMLInputElement ? (control.checked ? 'on' : '') : (control as HTMLSelectElement).value;
    apply[name](chosen);
    remember(name, chosen);
  });
}

export function setUpToolbar(): void {
  bind('theme');
  bind('scheme');
  bind('rtl');
}
