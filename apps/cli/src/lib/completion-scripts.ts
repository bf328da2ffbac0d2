/** The script that each shell loads; it calls `dragoman completion words` for the candidates at the cursor. */
export const COMPLETION_SCRIPTS = {
  bash: `# dragoman completion for bash: eval "$(dragoman completion bash)"
_dragoman() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$(printf '%q' "\${line%%$'\\t'*}")")
  done < <("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _dragoman dragoman
`,
  zsh: `#compdef dragoman
# dragoman completion for zsh: eval "$(dragoman completion zsh)", after compinit
_dragoman() {
  local line
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#candidates )); then _describe dragoman candidates; else _files; fi
}
compdef _dragoman dragoman
`,
  fish: `# dragoman completion for fish: dragoman completion fish | source
complete -c dragoman -a '(dragoman completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;
