/** The language of patches in Lark's notation, for services that hold a model to a grammar. */
export const GRAMMAR = `start: "*** Begin Patch" NEWLINE section+ "*** End Patch" NEWLINE?

section: add | delete | update
add: "*** Add File: " PATH NEWLINE ("+" LINE NEWLINE)+
delete: "*** Delete File: " PATH NEWLINE
update: "*** Update File: " PATH NEWLINE move? hunk*
move: "*** Move to: " PATH NEWLINE

hunk: place+ changed+ end_of_file?
place: ("@@" | "@@ " LINE) NEWLINE
changed: ("+" | "-" | " ") LINE NEWLINE
end_of_file: "*** End of File" NEWLINE

PATH: /[^\\n]+/
LINE: /[^\\n]*/
NEWLINE: "\\n"
`;
