/** `ludograph completion`: scripts that complete commands, options and values in a shell. */
import { Argument, type Command } from 'commander'
import { COMPLETIONS, SHELLS, type Shell } from '../start/completions/index.ts'
import { describeProgram } from '../start/command-shape.ts'
import { examples, print } from '../show/terminal.ts'

export function addCompletion(program: Command, makeWhole: () => Promise<Command>): void {
  program
    .command('completion')
    .description('Print a script that completes commands, options and their values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'before',
      examples(
        'completion bash > ~/.local/share/bash-completion/completions/ludograph',
        'completion zsh > ~/.zfunc/_ludograph           # a folder of $fpath',
        'completion fish > ~/.config/fish/completions/ludograph.fish',
        'completion powershell >> $PROFILE',
      ),
    )
    .action(async (shell: Shell) => {
      const whole = describeProgram(await makeWhole())
      print(COMPLETIONS[shell](whole).trimEnd())
    })
}
