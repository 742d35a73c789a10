/** GrapesJS set up as in its readme: the editor of one heading. */
import grapesjs from 'grapesjs';
import 'grapesjs/dist/css/grapes.min.css';

grapesjs.init({
  container: document.body.appendChild(document.createElement('div')),
  components: '<h2>Title</h2>',
  storageManager: false,
});
