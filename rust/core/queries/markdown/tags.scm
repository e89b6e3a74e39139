; Markdown, block grammar. A section reaches to the next heading of its level or above; an underlined
; heading is only itself, as the grammar gives it no section.

(section . (atx_heading heading_content: (inline) @name)) @definition.heading
(setext_heading heading_content: (paragraph (inline) @name)) @definition.heading

((html_block) @comment (#match? @comment "^\\s*<!--"))
