"""What the official rules find wrong in electronic bills: a line for each fault that is fatal."""

import gzip
import json
import sys

from saxonche import PySaxonProcessor

rules, bills = sys.argv[1:-1], json.load(open(sys.argv[-1], encoding="utf-8"))
fatal = """//svrl:failed-assert[@flag = 'fatal']/
  string-join((@id, normalize-space(svrl:text)), ': ')"""

with PySaxonProcessor(license=False) as saxon:
    compiler = saxon.new_xslt30_processor()
    found = saxon.new_xpath_processor()
    found.declare_namespace("svrl", "http://purl.oclc.org/dsdl/svrl")
    programs = []
    for path in rules:
        with gzip.open(path, "rt", encoding="utf-8") as text:
            programs.append(compiler.compile_stylesheet(stylesheet_text=text.read()))
    for name, bill in bills.items():
        read = saxon.parse_xml(xml_text=bill)
        for program in programs:
            found.set_context(xdm_item=program.transform_to_value(xdm_node=read).item_at(0))
            for fault in found.evaluate(fatal) or []:
                print(f"{name}: {fault}")
