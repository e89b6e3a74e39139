import React, { useState } from "react";

interface Props {
  title: string;
}

/** A panel that can be folded. */
export const Panel: React.FC<Props> = ({ title, children }) => {
  const [open, setOpen] = useState(true);
  const toggle = () => setOpen(!open);
  return (
    <section onClick={toggle}>
      {title}
      {open && children}
    </section>
  );
};

export const Memo = React.memo(function Inner(props: Props) {
  return <b>{props.title}</b>;
});

export class Boundary extends React.Component<Props> {
  state = { failed: false };

  render() {
    return <i>{this.props.title}</i>;
  }
}
