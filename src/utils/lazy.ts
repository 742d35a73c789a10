/** Where a page loads the kit's parts from. */
import { loaders } from './parts';

loaders.more = () => import('./more');
loaders.paths = () => import('./path/complex');
loaders.markup = () => import('./template/markup');
