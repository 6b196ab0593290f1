# Bash completion of Isthmus' commands. The options are read from the commands' own --help, so that there is one list of them.

# _isthmus_options COMMAND: the words that begin with - in the first column of its help.
_isthmus_options() {
  "$1" --help 2>/dev/null | grep -oE '^ +(-[^ ,]+, )?--?[A-Za-z][A-Za-z0-9-]*' | grep -oE -- '--?[A-Za-z][A-Za-z0-9-]*' | sort -u
}

# _isthmus_values COMMAND OPTION: the words that its help offers for an option, as in `--bind none|core`.
_isthmus_values() {
  "$1" --help 2>/dev/null | grep -oE -- "(^| )$2 [a-z]+(\|[a-z]+)+" | head -n 1 | sed 's/.* //' | tr '|' '\n'
}

_isthmus() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} offered
  COMPREPLY=()
  if [[ $before == -* ]]; then
    offered=$(_isthmus_values "$1" "$before")
    if [[ -n $offered ]]; then
      mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$word")
      return
    fi
  fi
  case $before in
    --wdir) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    --launcher) mapfile -t COMPREPLY < <(compgen -W "prterun mpirun srun" -- "$word"); return ;;
    -n | -np | --np | --nodes | --timeout | --on) return ;;
    --with) mapfile -t COMPREPLY < <(compgen -c -- "$word"); return ;;
    -x | --export) mapfile -t COMPREPLY < <(compgen -e -- "$word"); return ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_isthmus_options "$1")" -- "$word")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -f -- "$word"; [[ $word == */* ]] || compgen -c -- "$word")
}

# Debian's packages call those commands oshrun.isthmus and so on whose names are Open MPI's, too.
complete -o filenames -F _isthmus oshrun{,.isthmus} osh_info osh_ps osh_tune isthmus-mpi gasnetrun_isthmus upcc
complete -o filenames -o default -A file {oshcc,oshc++,oshcxx,oshCC}{,.isthmus}
