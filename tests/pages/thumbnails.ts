/** Renders thumbnails as the editor does, and records the images that it should show. */
import { createGateway } from '../../src/utils/gateway';
import { setLogger } from '../../src/global/logger';
import { scriptDependencies } from '../../src/utils/frontend/engine';
import { revalidateVersionThumbnail } from '../../frontend/src/thumbnails/revalidate';

const shown: (string | null)[] = [];
const logged: string[] = [];
setLogger({ warn: (message) => logged.push(message), error: (message) => logged.push(message) });

Object.assign(window, {
  /** @returns the result, the shown images in order (`new` for a rendered one), and the log messages */
  async keep(id: string, auth: string, ofComponent = false): Promise<object> {
    shown.length = logged.length = 0;
    const gateway = createGateway({ url: '/graphql', library: 'aurora', auth });
    try {
      const ended = await revalidateVersionThumbnail(
        {
          gateway,
          dependencies: scriptDependencies(),
          cdn: location.origin,
          backend: `${location.origin}/api`,
          frontend: location.origin,
        },
        {
          ...{ id, ofComponent },
          show: (picture) => shown.push(picture instanceof Blob ? `new ${picture.type}` : picture),
        },
      );
      return { ended, shown: [...shown], logged: [...logged], frames: document.querySelectorAll('iframe').length };
    } finally {
      gateway.close();
    }
  },
});
