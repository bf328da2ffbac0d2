// Preloaded when a bundle is tried out at the end of its build: keeps what V8 made of each part that ran.
const { existsSync, writeFileSync } = require('node:fs');
const vm = require('node:vm');

const compiled = new Map();

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (options?.cache === undefined) return;
    compiled.set(options.cache, this);
    // Else the launcher would leave the loading to Node.
    this.cachedDataRejected = false;
  }
};

process.on('exit', () => {
  for (const [cache, script] of compiled) {
    if (!existsSync(cache)) writeFileSync(cache, script.createCachedData());
  }
});
