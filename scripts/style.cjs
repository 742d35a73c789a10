// Stands for a style where nothing is drawn.
module.exports = '';
