/** The kit under Content-Security-Policies with Trusted Types that list its policy, and under those that do not (D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { journey } from './lib/journey';
import { send } from './lib/server';

let policy = '';
let head = '';
const at = journey({}, (_request, response, { pathname }) => {
  if (pathname !== '/policy.html') return undefined;
  const page =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Policy</title><link rel="icon" href="data:,">' +
    `${head}<script type="module" src="/build/feaas.esm.js"></script><body>` +
    '<feaas-component fetch="" template="<p data-path=a>-</p><div data-path=h>-</div>"></feaas-component>';
  send(response, page, 'text/html; charset=utf-8', { 'content-security-policy': policy });
  return true;
});

const DEFAULT_POLICY = `<script>trustedTypes.createPolicy('default', { createHTML: (html) => html })</script>`;
const CASES: readonly [policy: string, head?: string][] = [
  [`require-trusted-types-for 'script'`],
  [`require-trusted-types-for 'script'; trusted-types feaas`],
  // The page only limits the names of policies, and accepts strings.
  [`trusted-types other`],
  [`trusted-types 'none'`],
  // The page has a policy for strings.
  [`require-trusted-types-for 'script'; trusted-types default`, DEFAULT_POLICY],
];

for (const [csp, script = ''] of CASES)
  test(`D13: content renders under ${csp}`, async () => {
    policy = csp;
    head = script;
    await at.page.goto(`${at.server.origin}/policy.html`);
    const text = await at.page.evaluate(async () => {
      await customElements.whenDefined('feaas-component');
      const element = document.querySelector('feaas-component')!;
      element.data = { a: 'A', h: '<b onclick="x()">B</b>' };
      await element.componentOnReady();
      await new Promise((resolve) => setTimeout(resolve));
      await element.whenRendered().catch((error: Error) => (element.textContent = error.message));
      return element.innerHTML;
    });
    assert.equal(text, '<p data-path="a">A</p><div data-path="h"><b>B</b></div>');
  });
