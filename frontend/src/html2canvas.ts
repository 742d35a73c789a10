/** The fallback screenshot library as a separate file (`/assets/html2canvas.js`), which only browsers that need it load. */
export { default } from 'html2canvas';
