// Preloaded when a bundle is run at the end of its build: writes V8's compiled code of each part that ran.
const { existsSync, writeFileSync } = require('node:fs');
const vm = require('node:vm');

const compiled = new Map();

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (options?.cache !== undefined) compiled.set(options.cache, this);
  }
};

process.on('exit', () => {
  for (const [cache, script] of compiled) {
    if (!existsSync(cache)) writeFileSync(cache, script.createCachedData());
  }
});
