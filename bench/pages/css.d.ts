/** Stylesheets that the bundler takes out of a page's script. */
declare module '*.css';
