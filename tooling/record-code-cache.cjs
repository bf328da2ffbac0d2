// Preloaded when a bundle is tried out at the end of its build: keeps what V8 made of each part that ran.
const { existsSync, writeFileSync } = require('node:fs');
const vm = require('node:vm');

const compiled = new Map();

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (options?.filename === undefined) return;
    compiled.set(options.filename, this);
    // Else the launcher would leave the loading to Node.
    this.cachedDataRejected = false;
  }
};

process.on('exit', () => {
  for (const [filename, script] of compiled) {
    const cache = `${filename}.cache`;
    if (!existsSync(cache)) writeFileSync(cache, script.createCachedData());
  }
});
