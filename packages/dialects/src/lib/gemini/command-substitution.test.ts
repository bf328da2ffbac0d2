import { describe, expect, it } from 'vitest';
import { commandSubstitution } from './command-substitution.ts';

describe('commandSubstitution', () => {
  it.each([
    ['echo $(whoami)', '$()'],
    ['echo "$(whoami)"', '$()'],
    ['echo `whoami`', 'backticks'],
    ['echo "`whoami`"', 'backticks'],
    ['diff <(ls) x', '<()'],
    ['tee >(cat)', '>()'],
    ['echo $(( $(whoami) + 1 ))', '$()'],
    ['echo $(($(whoami)))', '$()'],
    ['echo "$((`whoami`))"', 'backticks'],
    [`echo 'a' $(b)`, '$()'],
    [`echo "it's" $(b)`, '$()'],
    [`# it's\necho $(b)`, '$()'],
    [`echo $'it\\'s' $(b)`, '$()'],
    [`cat <<E\nit's $(b)\nE`, '$()'],
    [`cat <<E\nit's\nE\necho $(b)`, '$()'],
    [`cat <<'E'\nit's\nE\necho $(b)`, '$()'],
    [`cat <<-E; echo 'x\ny' $(b)\n\tE`, '$()'],
    ['echo "\\\\$(b)"', '$()'],
    [`echo "\${x:-'$(b)'}"`, '$()'],
  ])('finds what %j hides', (command, syntax) => {
    expect(commandSubstitution(command)).toBe(syntax);
  });

  it.each([
    'echo $((1 + 2))',
    'echo "$((1 + 2))"',
    `echo '$(whoami) \`x\` <(y)'`,
    'echo \\$(x\\) \\`',
    'echo "\\$(x) \\`"',
    'echo "a <(b) >(c)"',
    `cat <<'E'\n$(b) \`c\`\nE`,
    'cat <<<"x"; (cd a && ls) > out; [[ a < b ]]',
    'ls # $(comment)',
    'echo $HOME ${x} $1',
    `echo 'never closed $(x)`,
  ])('lets %j pass', (command) => {
    expect(commandSubstitution(command)).toBeNull();
  });
});
