# complete.zsh FOLDER LINE: what zsh offers behind LINE, with the _warplint of FOLDER; one name a line.
#
# An interactive zsh on a terminal of its own, as zsh's own tests of completions do it: completion does
# not run without a line editor.
zmodload zsh/zpty || exit 77
zpty shell zsh -f -i
# Typed, as a terminal would: the words that are added go to the terminal between two marks.
zpty -w shell "unsetopt zle_bracketed_paste; PROMPT= RPROMPT=; stty -echo
fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D
offer() {
  compadd() {
    local -a found
    builtin compadd -A found \"\$@\"
    (( \$#found )) && print -rl -- '' offered:\${^found}
    builtin compadd \"\$@\"
  }
  _main_complete
}
zle -C offer list-choices offer; bindkey '^X' offer
finish() { print -r -- '' end-of-offers; }; zle -N finish; bindkey '^Y' finish
print ready-to''-type"
zpty -r -m shell said '*ready-to-type*'
zpty -w -n shell "$2"$'\C-x\C-y'
zpty -r -m shell said '*end-of-offers*'
zpty -d shell
print -r -- "$said" | tr -d '\r' | sed -n 's/^offered://p' | sort -u
