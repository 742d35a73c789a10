// Stands for the outlines and messages of a page, which are ES modules of other packages: this Jest does not read those. Without it the
// import fails, and is repeated after the specs are over.
module.exports = { startPageIntegration: () => ({ update() {}, changed() {}, stop() {} }) };
