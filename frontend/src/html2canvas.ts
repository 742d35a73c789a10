/** The other screenshot library, as a file of its own (`/assets/html2canvas.js`): only browsers that need it load it. */
export { default } from 'html2canvas';
