/** The part `kept`, and the way to the inspector beside it: both are a page's, and behind its first paint. */
export * from './delivery/revalidator';

const inspect = (): void => void import('./inspect/open').then(({ toggleInspector }) => toggleInspector());

addEventListener('keydown', (event) => {
  if (event.code === 'KeyI' && event.ctrlKey && event.altKey && event.shiftKey) inspect();
});
if (location.href.includes('feaasDebug')) inspect();
